import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { type OutputName, outputJsonSchema, outputNames } from "../../src/cli/output/schemas.js";

const ajv = new Ajv2020({ strict: false, allErrors: true });
const validators = new Map<OutputName, ValidateFunction>();

/**
 * Checks a JSON document against the schema of the command that printed it. Fields that the schema does not name are
 * refused too, so that what is published is complete.
 * @throws with what does not fit
 */
export function checkOutput(argv: readonly string[], document: unknown): void {
  const name = nameOf(argv, document);
  const validate = validators.get(name) ?? ajv.compile(outputJsonSchema(name, true));
  validators.set(name, validate);
  if (!validate(document)) {
    throw new Error(
      `${name}.schema.json: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(document, null, 1)}`,
    );
  }
}

function nameOf(argv: readonly string[], document: unknown): OutputName {
  if (typeof document === "object" && document !== null && Object.keys(document).join() === "error")
    return "error";
  const format = argv[argv.indexOf("--format") + 1];
  const command = argv.find((word) => outputNames.some((name) => name === word));
  const name =
    command === "show" && argv.includes("--format") && format !== "json" ? `show-${format}` : command;
  const found = outputNames.find((candidate) => candidate === name);
  if (found === undefined) throw new Error(`no schema for the output of: ${argv.join(" ")}`);
  return found;
}

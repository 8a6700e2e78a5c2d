export const id = 437;
export const ids = [437];
export const modules = {

/***/ 4437:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  run: () => (/* binding */ run)
});

// EXTERNAL MODULE: ./build/cli/grammar.js
var grammar = __webpack_require__(1224);
;// CONCATENATED MODULE: ./build/cli/completion/candidates.js

/**
 * What can stand at the last of `words`.
 * @param words the words after the program's name; the last is the one being typed, perhaps empty
 */
async function complete(words, commands, lookups) {
    const current = words.at(-1) ?? "";
    const before = words.slice(0, -1);
    const { command, operands, awaiting, ended } = read(before, commands);
    if (awaiting !== undefined)
        return await answer(kindOf(awaiting), current, lookups, command);
    if (!ended && current.startsWith("-")) {
        const [name = "", ...value] = current.split("=");
        const option = optionsOf(command).find((candidate) => names(candidate).includes(name));
        if (value.length > 0 && option !== undefined) {
            const found = await answer(kindOf(option), value.join("="), lookups, command);
            if ("shell" in found)
                return found;
            return { candidates: found.candidates.map((one) => ({ ...one, value: `${name}=${one.value}` })) };
        }
        return filtered(optionsOf(command).flatMap(describeOption), current);
    }
    if (command === undefined) {
        const visible = commands.filter(({ hidden }) => hidden !== true);
        return filtered(visible.map(({ name, summary }) => ({ value: name, description: summary })), current);
    }
    if (operands.length > 0 && !command.args.some((name) => name.includes("...")))
        return { candidates: [] };
    const kind = operands.length > 0 ? (command.completesRest ?? command.completes) : command.completes;
    const found = await answer(kind, current, lookups, command);
    if ("shell" in found)
        return found;
    return { candidates: found.candidates.filter(({ value }) => !operands.includes(value)) };
}
function read(words, commands) {
    let command;
    let awaiting;
    let ended = false;
    const operands = [];
    for (const word of words) {
        if (awaiting !== undefined)
            awaiting = undefined;
        else if (!ended && word === "--")
            ended = true;
        else if (!ended && word.startsWith("-")) {
            const option = optionsOf(command).find((candidate) => names(candidate).includes(word));
            if (option !== undefined && takesValue(option))
                awaiting = option;
        }
        else if (command === undefined) {
            command = commands.find(({ name, aliases }) => name === word || aliases?.includes(word));
        }
        else
            operands.push(word);
    }
    return { command, operands, awaiting, ended };
}
async function answer(kind, current, lookups, command) {
    if (kind === "file")
        return { shell: "files" };
    if (kind === "directory")
        return { shell: "directories" };
    if (kind === "none")
        return { candidates: [] };
    if (kind === "worktree")
        return filtered(await lookups.worktrees(command?.name ?? ""), current);
    if (kind === "branch")
        return filtered(await lookups.branches(), current);
    if (kind === "new-branch")
        return filtered(await lookups.newBranches(), current);
    return filtered(kind.map((value) => ({ value })), current);
}
const filtered = (candidates, current) => ({
    candidates: candidates.filter(({ value }) => value.startsWith(current)),
});
const optionsOf = (command) => [
    ...(command?.options ?? []),
    ...grammar/* globalOptions */.W,
];
const names = (option) => option.flags.split(/[ ,]+/).filter((word) => word.startsWith("-"));
const takesValue = (option) => option.flags.includes("<");
const kindOf = (option) => option.choices ?? option.completes ?? "none";
function describeOption(option) {
    const long = names(option).at(-1);
    return long === undefined ? [] : [{ value: long, description: option.text }];
}

// EXTERNAL MODULE: ./build/cli/render/visible.js
var visible = __webpack_require__(892);
;// CONCATENATED MODULE: ./build/cli/commands/complete.js


/** States in which a command can do something; the others take a worktree in any state. */
const useful = {
    resolve: ["conflict"],
    abort: ["conflict", "merging"],
    retry: ["error"],
};
/** Answers a completion script. Whatever goes wrong, a person who types must not see it. */
const run = async (cli, args) => {
    try {
        const answer = await complete(args, cli.frame.commands, lookups(cli));
        if ("shell" in answer)
            cli.io.stdout.write(`:${answer.shell}\n`);
        else
            cli.io.stdout.write(answer.candidates.map(line).join(""));
    }
    catch {
        return 1;
    }
    return 0;
};
const line = ({ value, description }) => description === undefined ? `${value}\n` : `${value}\t${(0,visible/* visible */.RK)(description)}\n`;
function lookups(cli) {
    return {
        worktrees: (command) => cli.engine(async (engine) => {
            const states = useful[command];
            const records = [...(await engine.journal.records()).values()];
            return records
                .filter(({ status }) => (states === undefined ? status !== "removed" : states.includes(status)))
                .filter(({ lock }) => command !== "unlock" || lock !== null)
                .map(({ branch, status, title }) => ({ value: branch, description: title ?? status }));
        }),
        branches: () => branchesWhere(cli, () => true),
        newBranches: () => branchesWhere(cli, ({ worktreePath }) => worktreePath === undefined),
    };
}
function branchesWhere(cli, keep) {
    return cli.engine(async ({ repo }) => {
        const { listRefs } = await __webpack_require__.e(/* import() */ 713).then(__webpack_require__.bind(__webpack_require__, 6713));
        const refs = await listRefs(repo, ["refs/heads"]);
        return refs.filter(keep).map(({ name }) => ({ value: name.slice("refs/heads/".length) }));
    });
}


/***/ })

};

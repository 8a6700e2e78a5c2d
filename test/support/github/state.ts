export type Access = "none" | "read" | "write";

/** What a token may do; what is absent is none. The names are those of a workflow's `permissions`. */
export interface Permissions {
  readonly contents?: Access;
  readonly pull_requests?: Access;
  readonly issues?: Access;
  readonly statuses?: Access;
  readonly checks?: Access;
  readonly administration?: Access;
  /** Pushes may change files in .github/workflows. */
  readonly workflows?: Access;
}

/** Who a token speaks for. */
export interface Account {
  readonly login: string;
  readonly permissions: Permissions;
  /** "Allow GitHub Actions to create and approve pull requests" is off, and this is the job's token. */
  readonly mayNotCreatePulls?: boolean;
}

export interface Label {
  readonly name: string;
  readonly color: string;
  readonly description: string;
}

export interface Comment {
  readonly id: number;
  readonly author: string;
  readonly createdAt: string;
  body: string;
  updatedAt: string;
}

export interface Review {
  readonly id: number;
  readonly author: string;
  readonly state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "DISMISSED";
  readonly oid: string;
  readonly at: string;
}

/** Somebody set a label or took it off. */
export interface LabelEvent {
  readonly id: number;
  readonly kind: "labeled" | "unlabeled";
  readonly label: string;
  readonly actor: string;
  readonly at: string;
}

export interface Status {
  readonly id: number;
  readonly oid: string;
  readonly state: "error" | "failure" | "pending" | "success";
  readonly context: string;
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly creator: string;
  readonly at: string;
}

/** A check run of a workflow, or of some other application. */
export interface CheckRun {
  readonly oid: string;
  readonly name: string;
  /** Null while it is not completed. */
  readonly conclusion: "SUCCESS" | "FAILURE" | "NEUTRAL" | "SKIPPED" | "CANCELLED" | "TIMED_OUT" | null;
  /** Name of the workflow; null: another application's. */
  readonly workflow: string | null;
}

/** What a branch asks of who changes it; a rule of a ruleset asks the same by other endpoints. */
export interface Protection {
  readonly kind: "protection" | "ruleset";
  readonly requiredChecks: readonly string[];
  /** 0: a direct push is allowed as far as reviews are concerned. */
  readonly approvals: number;
  /** Commits have to be signed. */
  readonly signatures: boolean;
  /** Only a ruleset has one here. */
  readonly mergeQueue: boolean;
  /** Types of rules of a ruleset that take a push: `deletion`, `non_fast_forward`. */
  readonly more: readonly string[];
}

/** Whether a push of new commits is refused. A branch that is protected at all cannot be deleted. */
export const refusesPush = (protection: Protection): boolean =>
  protection.approvals > 0 ||
  protection.requiredChecks.length > 0 ||
  protection.signatures ||
  protection.mergeQueue;

/** What the fake answers to a request. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that is no success, thrown from wherever it is found out. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly extra: Readonly<Record<string, unknown>> = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }

  get answer(): Answer {
    const documentation = "https://docs.github.com/rest";
    const status = String(this.status);
    const body = { message: this.message, documentation_url: documentation, status, ...this.extra };
    return { status: this.status, body, headers: this.headers };
  }
}

/** 422, as GitHub words it for one field. */
export const invalid = (resource: string, field: string, message: string): Refusal =>
  new Refusal(422, "Validation Failed", { errors: [{ resource, code: "custom", field, message }] });

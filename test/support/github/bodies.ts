import type { Pull, Repository } from "./repository.js";
import type { Comment, Label, LabelEvent, Review, Status } from "./state.js";

/** A stable number of a name: GitHub gives people and labels ids, nobody here reads them. */
const idOf = (name: string): number =>
  [...name].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_000_007, 7);

/** Turns what the fake knows into what GitHub's API says of it. */
export class Bodies {
  /**
   * @param api the API's address, without a slash at its end
   * @param web the address of pages and of git
   */
  constructor(
    readonly api: string,
    readonly web: string,
  ) {}

  user(login: string): object {
    const name = encodeURIComponent(login);
    const url = `${this.api}/users/${name}`;
    return {
      login,
      id: idOf(login),
      node_id: `U_${login}`,
      avatar_url: `${this.web}/avatars/${name}`,
      gravatar_id: "",
      url,
      html_url: `${this.web}/${name}`,
      followers_url: `${url}/followers`,
      following_url: `${url}/following{/other_user}`,
      gists_url: `${url}/gists{/gist_id}`,
      starred_url: `${url}/starred{/owner}{/repo}`,
      subscriptions_url: `${url}/subscriptions`,
      organizations_url: `${url}/orgs`,
      repos_url: `${url}/repos`,
      events_url: `${url}/events{/privacy}`,
      received_events_url: `${url}/received_events`,
      type: login.endsWith("[bot]") ? "Bot" : "User",
      site_admin: false,
    };
  }

  me(login: string): object {
    const since = "2020-01-01T00:00:00Z";
    const unknown = { name: null, company: null, blog: null, location: null, email: null, hireable: null };
    const counts = { public_repos: 1, public_gists: 0, followers: 0, following: 0 };
    return { ...this.user(login), ...unknown, bio: null, ...counts, created_at: since, updated_at: since };
  }

  repoUrl(repository: Repository): string {
    return `${this.api}/repos/${repository.fullName}`;
  }

  pageUrl(repository: Repository): string {
    return `${this.web}/${repository.fullName}`;
  }

  repository(repository: Repository): object {
    const url = this.repoUrl(repository);
    const page = this.pageUrl(repository);
    const urls = Object.fromEntries(
      Object.entries(repositoryUrls).map(([name, path]) => [name, `${url}/${path}`]),
    );
    const count = [...repository.pulls.values()].filter(({ state }) => state === "open").length;
    return {
      id: repository.id,
      node_id: `R_${repository.id}`,
      name: repository.name,
      full_name: repository.fullName,
      owner: this.user(repository.owner),
      private: repository.private,
      html_url: page,
      description: null,
      fork: repository.parent !== undefined,
      url,
      ...urls,
      git_url: `git:${page.replace(/^https?:/, "")}.git`,
      ssh_url: `git@github.invalid:${repository.fullName}.git`,
      clone_url: `${page}.git`,
      svn_url: page,
      mirror_url: null,
      homepage: null,
      language: null,
      license: null,
      size: 1,
      default_branch: repository.defaultBranch,
      open_issues: count,
      open_issues_count: count,
      ...{ forks: 0, forks_count: 0, network_count: 0, subscribers_count: 0 },
      ...{ stargazers_count: 0, watchers: 0, watchers_count: 0 },
      ...{ has_issues: true, has_projects: false, has_wiki: false, has_pages: false },
      ...{ has_downloads: false, has_discussions: false, archived: false, disabled: false },
      created_at: repository.createdAt,
      updated_at: repository.createdAt,
      pushed_at: repository.createdAt,
      allow_auto_merge: repository.settings.allowAutoMerge,
      allow_merge_commit: repository.settings.mergeMethods.includes("merge"),
      allow_squash_merge: repository.settings.mergeMethods.includes("squash"),
      allow_rebase_merge: repository.settings.mergeMethods.includes("rebase"),
      delete_branch_on_merge: repository.settings.deleteBranchOnMerge,
    };
  }

  label(repository: Repository, label: Label): object {
    const url = `${this.repoUrl(repository)}/labels/${encodeURIComponent(label.name)}`;
    return { id: idOf(label.name), node_id: `L_${idOf(label.name)}`, url, ...label, default: false };
  }

  labels(repository: Repository, pull: Pull): object[] {
    return pull.labels.flatMap((name) => {
      const label = repository.labels.get(name);
      return label === undefined ? [] : [this.label(repository, label)];
    });
  }

  /** A pull request as lists show it. */
  pull(repository: Repository, pull: Pull): object {
    const url = `${this.repoUrl(repository)}/pulls/${pull.number}`;
    const issue = `${this.repoUrl(repository)}/issues/${pull.number}`;
    const page = `${this.pageUrl(repository)}/pull/${pull.number}`;
    const statuses = `${this.repoUrl(repository)}/statuses/${pull.head.oid}`;
    const links = {
      self: { href: url },
      html: { href: page },
      issue: { href: issue },
      comments: { href: `${issue}/comments` },
      review_comments: { href: `${url}/comments` },
      review_comment: { href: `${this.repoUrl(repository)}/pulls/comments{/number}` },
      commits: { href: `${url}/commits` },
      statuses: { href: statuses },
    };
    return {
      url,
      id: repository.id * 1000 + pull.number,
      node_id: `PR_${repository.id}_${pull.number}`,
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      issue_url: issue,
      commits_url: links.commits.href,
      review_comments_url: links.review_comments.href,
      review_comment_url: links.review_comment.href,
      comments_url: links.comments.href,
      statuses_url: statuses,
      number: pull.number,
      state: pull.state,
      locked: false,
      title: pull.title,
      user: this.user(pull.author),
      body: pull.body,
      labels: this.labels(repository, pull),
      milestone: null,
      assignee: null,
      assignees: [],
      requested_reviewers: [],
      requested_teams: [],
      created_at: pull.createdAt,
      updated_at: pull.updatedAt,
      closed_at: pull.closedAt,
      merged_at: pull.mergedAt,
      merge_commit_sha: pull.mergeOid,
      draft: pull.draft,
      head: this.#side(pull.head.repository, pull.head.branch, pull.head.oid, repository.owner),
      base: this.#side(repository, pull.base.branch, pull.base.oid, repository.owner),
      _links: links,
      author_association: pull.author === repository.owner ? "OWNER" : "CONTRIBUTOR",
      auto_merge:
        pull.autoMerge === null
          ? null
          : {
              enabled_by: this.user(pull.autoMerge.by),
              merge_method: pull.autoMerge.method,
              commit_title: "",
              commit_message: "",
            },
    };
  }

  #side(repository: Repository | null, branch: string, oid: string, owner: string): object {
    const login = repository?.owner ?? owner;
    const repo = repository === null ? null : this.repository(repository);
    return { label: `${login}:${branch}`, ref: branch, sha: oid, user: this.user(login), repo };
  }

  comment(repository: Repository, pull: Pull, comment: Comment): object {
    return {
      id: comment.id,
      node_id: `IC_${comment.id}`,
      url: `${this.repoUrl(repository)}/issues/comments/${comment.id}`,
      html_url: `${this.pageUrl(repository)}/pull/${pull.number}#issuecomment-${comment.id}`,
      issue_url: `${this.repoUrl(repository)}/issues/${pull.number}`,
      body: comment.body,
      user: this.user(comment.author),
      created_at: comment.createdAt,
      updated_at: comment.updatedAt,
      author_association: "CONTRIBUTOR",
    };
  }

  review(repository: Repository, pull: Pull, review: Review): object {
    const page = `${this.pageUrl(repository)}/pull/${pull.number}#pullrequestreview-${review.id}`;
    const url = `${this.repoUrl(repository)}/pulls/${pull.number}`;
    return {
      id: review.id,
      node_id: `PRR_${review.id}`,
      user: this.user(review.author),
      body: "",
      state: review.state,
      html_url: page,
      pull_request_url: url,
      _links: { html: { href: page }, pull_request: { href: url } },
      submitted_at: review.at,
      commit_id: review.oid,
      author_association: "COLLABORATOR",
    };
  }

  labelEvent(repository: Repository, event: LabelEvent): object {
    return {
      id: event.id,
      node_id: `LE_${event.id}`,
      url: `${this.repoUrl(repository)}/issues/events/${event.id}`,
      actor: this.user(event.actor),
      event: event.kind,
      commit_id: null,
      commit_url: null,
      created_at: event.at,
      performed_via_github_app: null,
      label: { name: event.label, color: repository.labels.get(event.label)?.color ?? "ededed" },
    };
  }

  status(repository: Repository, status: Status): object {
    return {
      url: `${this.repoUrl(repository)}/statuses/${status.oid}`,
      avatar_url: `${this.web}/avatars/${encodeURIComponent(status.creator)}`,
      id: status.id,
      node_id: `SC_${status.id}`,
      state: status.state,
      description: status.description,
      target_url: status.targetUrl,
      context: status.context,
      created_at: status.at,
      updated_at: status.at,
    };
  }
}

/** The addresses that a repository's description is full of. */
const repositoryUrls = {
  archive_url: "{archive_format}{/ref}",
  assignees_url: "assignees{/user}",
  blobs_url: "git/blobs{/sha}",
  branches_url: "branches{/branch}",
  collaborators_url: "collaborators{/collaborator}",
  comments_url: "comments{/number}",
  commits_url: "commits{/sha}",
  compare_url: "compare/{base}...{head}",
  contents_url: "contents/{+path}",
  contributors_url: "contributors",
  deployments_url: "deployments",
  downloads_url: "downloads",
  events_url: "events",
  forks_url: "forks",
  git_commits_url: "git/commits{/sha}",
  git_refs_url: "git/refs{/sha}",
  git_tags_url: "git/tags{/sha}",
  hooks_url: "hooks",
  issue_comment_url: "issues/comments{/number}",
  issue_events_url: "issues/events{/number}",
  issues_url: "issues{/number}",
  keys_url: "keys{/key_id}",
  labels_url: "labels{/name}",
  languages_url: "languages",
  merges_url: "merges",
  milestones_url: "milestones{/number}",
  notifications_url: "notifications{?since,all,participating}",
  pulls_url: "pulls{/number}",
  releases_url: "releases{/id}",
  stargazers_url: "stargazers",
  statuses_url: "statuses/{sha}",
  subscribers_url: "subscribers",
  subscription_url: "subscription",
  tags_url: "tags",
  teams_url: "teams",
  trees_url: "git/trees{/sha}",
} as const;

import type { Route } from "./asked.js";
import { discussionRoutes } from "./routes-discussion.js";
import { pullRoutes } from "./routes-pulls.js";
import { stateRoutes } from "./routes-state.js";

/** Endpoints by the names of GitHub's description. */
export const routes: Readonly<Record<string, Route>> = { ...pullRoutes, ...discussionRoutes, ...stateRoutes };

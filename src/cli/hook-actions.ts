/** What `coppice hooks` can do. */
export const hookActions = ["install", "uninstall", "status"] as const;

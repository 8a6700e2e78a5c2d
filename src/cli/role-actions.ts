/** What `coppice role` can do. */
export const roleActions = ["update"] as const;

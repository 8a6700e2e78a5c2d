/** This package's version. A constant, since a bundle has no package.json beside it to read. */
export const VERSION = "0.1.0";

const oldestNode = 20;

/** Why this Node cannot run Coppice; undefined when it can. Whatever is loaded before it is asked, old Nodes can read. */
export function oldNode(): string | undefined {
  const { node } = process.versions;
  return Number(node.split(".")[0]) < oldestNode
    ? `Node ${oldestNode} or newer is needed, this is ${node}`
    : undefined;
}

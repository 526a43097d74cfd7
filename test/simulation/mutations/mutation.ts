/**
 * A bug planted into the product as it is loaded. Its anchors are a name and code, so files may move and change layout.
 */
export interface Mutation {
  name: string;
  /** A function, constant or class at the top level of one of the product's files. */
  declaration: string;
  /** Occurs once in that declaration. A shorter expression survives more changes of the product. */
  expression: string;
  replacement: string;
  /** The numbers of the invariants that must find the bug. */
  caughtBy: string[];
}

/**
 * A bug planted into the product as it is loaded. It is anchored to a name and to code, so that files may move and their
 * layout may change.
 */
export interface Mutation {
  name: string;
  /** A function, constant or class at the top level of one of the product's files. */
  declaration: string;
  /** Occurs once in what has that name. The less it says, the fewer changes of the product break it. */
  expression: string;
  replacement: string;
  /** The invariants, by their number, that the bug must be found by. */
  caughtBy: string[];
  /**
   * A world in which a bug that otherwise shows late shows soon; it is played before all others. A change of the product
   * may move the bug to another world, which costs nothing but time.
   */
  firstWorld?: number;
}

/** A deployment that is not begun, or was not finished, in words for whoever asked for it. */
export class DeployRefusal extends Error {}

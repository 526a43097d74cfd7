/** What is told of a contact, and of nobody and nothing else in its world. */
export const personNamed = (name: string): { firstName: string; notes: string } => ({
  firstName: `Ada (${name})`,
  notes: `Likes tea (${name})`,
});

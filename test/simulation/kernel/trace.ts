/** The course of a world, in order. Every run of a seed has the same digest; lines are kept only when wanted. */
export class Trace {
  readonly #print: ((line: string) => void) | undefined;
  #digest = 0x811c9dc5;

  constructor(print?: (line: string) => void) {
    this.#print = print;
  }

  get digest(): string {
    return (this.#digest >>> 0).toString(16).padStart(8, '0');
  }

  add(at: number, number: number, who: string, words: string): void {
    this.#mix(Math.floor(at * 1000) % 0x7fffffff);
    this.#mix(number);
    this.#mix(words.length);
    this.#mix(words.charCodeAt(0));
    if (this.#print) this.#print(`${new Date(at).toISOString()} ${who}${number ? `#${number}` : ''} ${words}`);
  }

  #mix(value: number): void {
    this.#digest = Math.imul(this.#digest ^ value, 0x01000193) ^ (this.#digest >>> 13);
  }
}

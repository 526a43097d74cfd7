/** A place of so many for an id: always the same, and different ids spread evenly. */
export const placeOf = (id: string, places: number): number =>
  [...id].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7) % places;

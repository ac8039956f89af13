/** Makes a value with the first call: a formatter of `Intl` loads its data for milliseconds. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

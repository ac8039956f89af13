/**
 * The shortest duration of several runs in milliseconds, which another process delays least. Two of
 * them are compared by their ratio, never with a fixed time.
 */
export function fastest(run: () => unknown, { times = 7 } = {}) {
  let shortest = Infinity
  for (let count = 0; count < times; count += 1) {
    const started = performance.now()
    run()
    shortest = Math.min(shortest, performance.now() - started)
  }
  return shortest
}

/** `840 ms`, `1.24 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  // Rounded before the unit is chosen, so that 59.999 s is a minute and not 60 seconds.
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`
  if (Math.round(ms / 10) < 6000) return `${(Math.round(ms / 10) / 100).toFixed(2)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** `0.4 s`, `12 s`, `3 min`, `2.5 h`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 1) return `${Math.max(seconds, 0).toFixed(1)} s`
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}

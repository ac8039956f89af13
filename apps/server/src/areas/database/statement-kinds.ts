/** Each kind of statement once with its count, in the order of the first occurrence. */
export function countKinds(statements: readonly { kind: string }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { kind } of statements) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

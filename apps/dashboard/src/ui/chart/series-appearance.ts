/** Colours, and how the lines are broken for people who do not tell the colours apart. */
const looks = [
  { token: '--accent', dash: [] },
  { token: '--warn', dash: [6, 3] },
  { token: '--info', dash: [2, 3] },
  { token: '--bad', dash: [9, 3, 2, 3] },
  { token: '--good', dash: [12, 4] },
  { token: '--ink', dash: [] },
  { token: '--ink-soft', dash: [6, 3] },
  { token: '--ink-faint', dash: [2, 3] },
] as const

/** Of a series by its place, or in a colour of its own without dashes. */
export function seriesAppearance(
  at: number,
  token?: string,
): { token: string; dash: readonly number[] } {
  return token === undefined ? (looks[at % looks.length] ?? looks[0]) : { token, dash: [] }
}

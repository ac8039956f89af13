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

export const seriesAppearance = (at: number) => looks[at % looks.length] ?? looks[0]

/** Distinguished by colour and, for colour-blind users, by line dashes. */
const looks = [
  { stroke: 'stroke-accent', fill: 'fill-accent', dash: undefined },
  { stroke: 'stroke-warn', fill: 'fill-warn', dash: '6 3' },
  { stroke: 'stroke-info', fill: 'fill-info', dash: '2 3' },
  { stroke: 'stroke-bad', fill: 'fill-bad', dash: '9 3 2 3' },
  { stroke: 'stroke-good', fill: 'fill-good', dash: '12 4' },
  { stroke: 'stroke-ink', fill: 'fill-ink', dash: undefined },
  { stroke: 'stroke-ink-soft', fill: 'fill-ink-soft', dash: '6 3' },
  { stroke: 'stroke-ink-faint', fill: 'fill-ink-faint', dash: '2 3' },
] as const

export function seriesAppearance(at: number) {
  const { stroke, fill, dash } = looks[at % looks.length] ?? looks[0]
  return { fill, line: { className: stroke, strokeDasharray: dash } }
}

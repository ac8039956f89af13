/** Three basalt columns, seen from above: the mark. Its tops carry the accent. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden focusable="false">
      <Column x={8} top={3.2} foot={22.6} />
      <Column x={0.5} top={9.2} foot={21.4} />
      <Column x={15.5} top={12.4} foot={21.4} />
    </svg>
  )
}

const shade = (opacity: number) => ({ fill: 'var(--ink-soft)', fillOpacity: opacity })

/** A hexagonal column 8 wide: its top face and the three sides that face the viewer. */
function Column({ x, top, foot }: { x: number; top: number; foot: number }) {
  const near = top + 3.4
  const middle = top + 1.7
  return (
    <g>
      <path d={`M${x} ${middle}l2-1.7h4l2 1.7-2 1.7h-4z`} fill="var(--accent)" />
      <path d={`M${x} ${middle + 0.7}l1.700 1.450V${foot}L${x} ${foot - 1.7}z`} {...shade(0.75)} />
      <path d={`M${x + 2.3} ${near + 0.7}h3.4V${foot}h-3.4z`} {...shade(1)} />
      <path d={`M${x + 8} ${middle + 0.7}l-1.7 1.450V${foot}l1.7-1.7z`} {...shade(0.5)} />
    </g>
  )
}

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <Mark size={24} />
      <span className="text-lg font-semibold tracking-[-0.02em]">basalt</span>
    </span>
  )
}

/** Three basalt columns, seen from above: the mark. Their tops carry the accent. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden focusable="false">
      <Column x={8.25} top={1.5} foot={19.5} />
      <Column x={1} top={8.5} foot={22.5} />
      <Column x={15.5} top={12} foot={22.5} />
    </svg>
  )
}

const shade = (opacity: number) => ({ fill: 'var(--ink-soft)', fillOpacity: opacity })

/** A hexagonal column 7.5 wide: its top face and the three sides that face the viewer. */
function Column({ x, top, foot }: { x: number; top: number; foot: number }) {
  const middle = top + 2
  const near = top + 4
  return (
    <g>
      <path d={`M${x} ${middle}l1.9 2V${foot}l-1.9-2z`} {...shade(0.6)} />
      <path d={`M${x + 1.9} ${near}h3.7V${foot}h-3.7z`} {...shade(0.95)} />
      <path d={`M${x + 7.5} ${middle}l-1.9 2V${foot}l1.9-2z`} {...shade(0.4)} />
      <path d={`M${x} ${middle}l1.9-2h3.7l1.9 2-1.9 2h-3.7z`} fill="var(--accent)" />
    </g>
  )
}

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2">
      <Mark size={26} />
      <span className="text-lg font-semibold tracking-[-0.02em]">basalt</span>
    </span>
  )
}

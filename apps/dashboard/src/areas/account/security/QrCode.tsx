import { encode } from 'uqr'

type Props = { text: string; label: string }

/** A picture that a phone's camera reads; black on white in every theme. */
export function QrCode({ text, label }: Props) {
  const { data, size } = encode(text, { border: 3, ecc: 'M' })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="size-48 flex-none rounded-control"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

import { useSearchParams } from '../../../lib/browser/use-search-text.ts'
import { formatExact } from '../../../lib/format/format-time.ts'
import { Link } from '../../../lib/Link.tsx'
import { paths } from '../../../lib/paths.ts'
import { type Span, spanParams, toText } from '../../../product/time-range/time-range.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'

type Props = { projectRef: string; span: Span; onClose: () => void }

/** The actions for a range that was selected in a chart. */
export function SelectionBar({ projectRef, span, onClose }: Props) {
  const change = useSearchParams()
  const [from, to] = [toText(span.from), toText(span.to)]
  return (
    <section
      aria-label="Selected time range"
      className="sticky top-2 z-20 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-raised px-4 py-2 shadow-raised"
    >
      <output className="tabular">
        {formatExact(from)} – {formatExact(to)}
      </output>
      <div className="flex flex-wrap items-center gap-2">
        <Link href={paths.logs(projectRef, { from, to })} className={buttonClass()}>
          Show logs
        </Link>
        <Button
          onClick={() => {
            onClose()
            change(spanParams(span), { isStep: true })
          }}
        >
          Zoom
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </section>
  )
}

import { Card } from '../../ui/Card.tsx'
import { otherWrappers } from './other-wrappers.ts'

/** The wrappers that the engine lacks, and the needs of each. */
export function OtherWrappers() {
  return (
    <Card
      title="Other wrappers"
      description="They need a PostgreSQL with the extension wrappers, which this engine does not have."
    >
      <ul className="grid gap-x-6 px-4 pb-4 tablet:grid-cols-2">
        {otherWrappers.map(([label, needs]) => (
          <li key={label} className="flex flex-col border-t border-line py-2">
            <span className="font-medium">{label}</span>
            <span className="text-xs text-ink-soft">
              {needs.length === 0 ? 'Options of its catalog' : needs.join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

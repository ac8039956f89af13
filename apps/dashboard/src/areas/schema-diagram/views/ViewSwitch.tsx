import { Link } from '../../../lib/Link.tsx'
import { paths } from '../../../lib/paths.ts'

const linkClass =
  'rounded-control px-2.5 py-1 text-ink-soft hover:text-ink aria-[current=page]:bg-accent-wash aria-[current=page]:text-ink'

type Props = { projectRef: string; schema: string; view: 'tables' | 'dependencies' }

/** Leads from the tables of a schema to the dependencies of an object, and back. */
export function ViewSwitch({ projectRef, schema, view }: Props) {
  const current = (name: Props['view']) => (name === view ? ('page' as const) : undefined)
  return (
    <nav aria-label="View" className="flex gap-1">
      <Link
        href={paths.schemaDiagram(projectRef, { schema })}
        aria-current={current('tables')}
        className={linkClass}
      >
        Tables
      </Link>
      <Link
        href={paths.schemaDiagram(projectRef, { schema, view: 'dependencies' })}
        aria-current={current('dependencies')}
        className={linkClass}
      >
        Dependencies
      </Link>
    </nav>
  )
}

import { Link } from '../../../lib/Link.tsx'
import { getObjectHref } from '../../../product/object-href.ts'
import { colourOf, type GraphNode, roles } from './node-roles.ts'

type Props = { projectRef: string; nodes: readonly GraphNode[] }

/** The objects of a graph by what happens to them, for readers who do not use the picture. */
export function ObjectList({ projectRef, nodes }: Props) {
  return (
    <aside
      aria-label="Objects of the graph"
      className="flex max-h-72 flex-col gap-5 overflow-y-auto border-t border-line p-4 tablet:max-h-none tablet:w-80 tablet:border-t-0 tablet:border-l"
    >
      {Object.entries(roles).map(([role, { title, empty }]) => {
        const listed = nodes.filter((node) => node.role === role)
        return (
          <section key={role} aria-label={title} className="flex flex-col gap-2">
            <h2 className="flex gap-2 font-semibold">
              {title}
              <span className="text-ink-faint">{listed.length}</span>
            </h2>
            {listed.length === 0 ? (
              <p className="text-ink-soft">{empty}</p>
            ) : (
              <ul className="flex flex-col gap-1">
                {listed.map((node) => (
                  <ObjectItem key={node.key} projectRef={projectRef} node={node} />
                ))}
              </ul>
            )}
          </section>
        )
      })}
    </aside>
  )
}

function ObjectItem({ projectRef, node }: { projectRef: string; node: GraphNode }) {
  const href = getObjectHref(projectRef, node.page)
  return (
    <li className="flex min-w-0 items-baseline gap-2">
      <span
        aria-hidden
        className="size-2 shrink-0 rounded-full"
        style={{ backgroundColor: colourOf(node.type) }}
      />
      <span className="min-w-0 break-words">
        {href === undefined ? (
          node.description
        ) : (
          <Link href={href} className="link">
            {node.description}
          </Link>
        )}
      </span>
    </li>
  )
}

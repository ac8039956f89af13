import { ArrowLeft, Ellipsis, SearchX } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'

import { Link } from '../lib/Link.tsx'
import { buttonClass, IconButton } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorPanel } from './ErrorPanel.tsx'
import type { MenuItem } from './menu-props.ts'
import { Menu } from './Menu.tsx'
import { PageBody, PageHeader } from './PageHeader.tsx'
import { Skeleton, SkeletonRows } from './Skeleton.tsx'
import { Badge } from './Status.tsx'
import { TabBar, type TabItem } from './TabBar.tsx'

type Fact = { name: string; value: ReactNode }

type Props = {
  /** The list that the object belongs to. */
  list: { href: string; label: string }
  /** One of the objects in lower case: "request". */
  noun: string
  width?: 'list' | 'form'
  children?: ReactNode
} & (ReadyState | { state: 'loading' } | { state: 'missing' } | FailedState)

type FailedState = { state: 'failed'; failure: string; error: Error; onRetry: () => void }

type ReadyState = {
  state: 'ready'
  name: string
  kind?: string
  status?: ReactNode
  description?: ReactNode
  /** The primary action. */
  actions?: ReactNode
  /** Other actions; a dangerous one comes last and says why it is not available. */
  menu?: readonly MenuItem[]
  tabs?: readonly (TabItem & { href: string })[]
  tab?: string
  /** Shown next to the body; facts without a value are left out. */
  facts?: readonly Fact[]
}

/** A page of one object: name and status, actions, tabs by URL, the body, and facts next to it. */
export function ObjectPage(props: Props) {
  const { list, width = 'list' } = props
  return (
    <PageBody width={width}>
      <Link
        href={list.href}
        className={buttonClass({ variant: 'ghost', size: 'small' }, '-mb-3 -ml-2 self-start')}
      >
        <ArrowLeft />
        {list.label}
      </Link>
      <Content {...props} />
    </PageBody>
  )
}

function Content(props: Props) {
  if (props.state === 'loading') return <LoadingObject />
  if (props.state === 'failed') {
    return <ErrorPanel title={props.failure} error={props.error} onRetry={props.onRetry} />
  }
  if (props.state === 'missing') return <MissingObject {...props} />
  return <ReadyObject {...props} />
}

const LoadingObject = () => (
  <>
    <Skeleton className="h-7 w-64 max-w-full" />
    <SkeletonRows rows={4} />
  </>
)

const MissingObject = ({ noun, list }: Pick<Props, 'noun' | 'list'>) => (
  <EmptyState
    icon={SearchX}
    title={`This ${noun} was not found`}
    action={
      <Link href={list.href} className={buttonClass()}>
        {list.label}
      </Link>
    }
  >
    It may have been deleted, or you have no access to it.
  </EmptyState>
)

function ReadyObject({ name, kind, status, noun, menu = [], ...props }: Props & ReadyState) {
  const { tabs = [], tab, facts = [] } = props
  return (
    <>
      <PageHeader
        title={name}
        description={props.description}
        meta={
          <>
            {kind !== undefined && <Badge>{kind}</Badge>}
            {status}
          </>
        }
        actions={
          <>
            {props.actions}
            {menu.length > 0 && (
              <Menu
                align="end"
                trigger={<IconButton icon={Ellipsis} label={`Actions for this ${noun}`} />}
                items={menu}
              />
            )}
          </>
        }
      />
      {tabs.length > 0 && <TabBar label={name} tabs={tabs} chosen={tab ?? tabs[0]?.id ?? ''} />}
      <div className="flex flex-wrap items-start gap-x-8 gap-y-6">
        <div className="flex min-w-0 flex-1 basis-96 flex-col gap-6">{props.children}</div>
        <Facts facts={facts} />
      </div>
    </>
  )
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  const known = facts.filter(({ value }) => value !== null && value !== undefined && value !== '')
  if (known.length === 0) return null
  return (
    <aside aria-label="Details" className="min-w-0 flex-1 basis-52 tablet:max-w-60">
      <dl className="flex flex-col">
        {known.map(({ name, value }) => (
          <Fragment key={name}>
            <dt className="text-xs text-ink-faint">{name}</dt>
            <dd className="mb-3 break-words">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </aside>
  )
}

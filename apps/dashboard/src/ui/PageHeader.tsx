import type { ReactNode } from 'react'

type Props = {
  title: string
  description?: ReactNode
  /** The page's primary action, top right. */
  actions?: ReactNode
  /** Next to the title: a status, a plan. */
  meta?: ReactNode
}

export function PageHeader({ title, description, actions, meta }: Props) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-xl font-semibold tracking-[-0.01em] break-words">{title}</h1>
          {meta}
        </div>
        {description !== undefined && (
          <p className="max-w-prose text-pretty text-ink-soft">{description}</p>
        )}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}

/** The column of a page with text, lists or forms. Forms are narrower. */
export function PageBody({
  width = 'list',
  children,
}: {
  width?: 'list' | 'form'
  children: ReactNode
}) {
  return (
    <div
      className={`mx-auto flex w-full flex-col gap-6 px-4 py-6 tablet:px-8 tablet:py-8 ${width === 'form' ? 'max-w-[824px]' : 'max-w-[1104px]'}`}
    >
      {children}
    </div>
  )
}

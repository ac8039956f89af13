// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has no value
import './sign-in.css'
import type { ReactNode } from 'react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { Offered } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { openPrivacySettings } from '../../product/open-privacy-settings.ts'
import { Wordmark } from '../../ui/Mark.tsx'
import { Columns } from './Columns.tsx'

type Props = {
  title: string
  lead?: ReactNode
  children: ReactNode
  footer?: ReactNode
  /** Over the field of basalt, where there is room for one. */
  aside?: ReactNode
}

/** The pages before a session: a form on the left, a field of basalt on the right. */
export function AuthLayout({ title, lead, children, footer, aside }: Props) {
  useDocumentTitle(title)
  return (
    <div className="grid h-full overflow-y-auto bg-canvas desktop:grid-cols-[minmax(440px,5fr)_7fr]">
      <main
        id="content"
        tabIndex={-1}
        className="flex min-h-full flex-col items-center px-6 py-6 outline-none tablet:px-12 tablet:py-10"
      >
        <div className="h-8 w-full max-w-[360px]">
          <Link href={paths.root()} aria-label="Basalt: start page" className="inline-block">
            <Wordmark />
          </Link>
        </div>
        {/* X Centred in the window, independent of the consent toast: controls must not move before
            a click. */}
        <div className="mt-[max(0px,calc(50dvh-374px))] mb-auto flex w-full max-w-[360px] flex-col gap-6 py-10">
          <div className="flex flex-col gap-1.5">
            <h1 className="text-2xl font-semibold tracking-[-0.02em]">{title}</h1>
            {lead !== undefined && <p className="text-base text-ink-soft">{lead}</p>}
          </div>
          {children}
          {footer !== undefined && <p className="text-ink-soft">{footer}</p>}
        </div>
        <div className="flex flex-wrap justify-center gap-x-5">
          <Link className={quietLink} href={paths.support({ category: 'login_issues' })}>
            Contact support
          </Link>
          <Offered by="consent">
            <button type="button" className={quietLink} onClick={() => void openPrivacySettings()}>
              Privacy settings
            </button>
          </Offered>
        </div>
      </main>
      <div className="relative hidden overflow-hidden border-l border-line bg-sunken desktop:block">
        <div aria-hidden className="contents">
          <Columns />
        </div>
        {aside}
      </div>
    </div>
  )
}

const quietLink =
  'inline-flex items-center text-xs text-ink-faint underline-offset-2 hover:underline pointer-coarse:min-h-10'

export const textLink =
  'text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent'

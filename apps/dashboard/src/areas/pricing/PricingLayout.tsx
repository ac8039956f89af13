import type { ReactNode } from 'react'

import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Wordmark } from '../../ui/Mark.tsx'
import { PageBody } from '../../ui/PageHeader.tsx'

type Props = { isSignedIn: boolean; children: ReactNode }

/** A page outside the frame: its reader may have no account yet. */
export function PricingLayout({ isSignedIn, children }: Props) {
  return (
    <div className="relative h-full overflow-y-auto bg-canvas">
      <header className="flex h-11 pointer-coarse:h-13 items-center justify-between gap-3 border-b border-line bg-surface px-4 tablet:px-8">
        <Link href={paths.root()} aria-label="Basalt: start page">
          <Wordmark />
        </Link>
        <nav aria-label="Account" className="flex items-center gap-2">
          {isSignedIn ? (
            <Link className={buttonClass()} href={paths.root()}>
              Open the dashboard
            </Link>
          ) : (
            <>
              <Link className={buttonClass({ variant: 'ghost' })} href={paths.signIn()}>
                Sign in
              </Link>
              <Link className={buttonClass()} href={paths.signUp()}>
                Sign up
              </Link>
            </>
          )}
        </nav>
      </header>
      <main id="content" tabIndex={-1} className="outline-none">
        <PageBody>{children}</PageBody>
      </main>
    </div>
  )
}

import { Link } from '../lib/Link.tsx'
import { paths } from '../lib/paths.ts'
import { useDocumentTitle } from '../lib/use-document-title.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Wordmark } from '../ui/Mark.tsx'

export function NotFoundPage() {
  useDocumentTitle('Page not found')
  return (
    <main
      id="content"
      tabIndex={-1}
      className="grid h-full place-items-center bg-canvas px-4 outline-none"
    >
      <div className="flex max-w-sm flex-col items-start gap-5">
        <Wordmark />
        <div className="flex flex-col gap-1">
          <p className="font-mono text-xs text-ink-faint">404</p>
          <h1 className="text-xl font-semibold">Page not found</h1>
          <p className="text-ink-soft">
            Nothing lives at{' '}
            <code className="font-mono text-xs">{globalThis.location.pathname}</code>. Check the
            address, or start again from the overview.
          </p>
        </div>
        <Link href={paths.root()} className={buttonClass({ variant: 'primary', size: 'large' })}>
          Go to the start page
        </Link>
      </div>
    </main>
  )
}

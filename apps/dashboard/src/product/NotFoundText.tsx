import { useLocation } from '@tanstack/react-router'

import { useDocumentTitle } from '../lib/browser/use-document-title.ts'
import { Link } from '../lib/Link.tsx'
import { paths } from '../lib/paths.ts'
import { buttonClass } from '../ui/Button.tsx'

/** In place of a page inside the frame, whose navigation stays. */
export function FramedNotFound() {
  return (
    <div className="grid min-h-[60%] place-items-center px-4 py-12">
      <div className="flex max-w-md flex-col items-start gap-5">
        <NotFoundText />
      </div>
    </div>
  )
}

/** The address that has no page, and a way back. */
export function NotFoundText() {
  const pathname = useLocation({ select: (location) => location.pathname })
  useDocumentTitle('Page not found')
  return (
    <>
      <h1 className="text-xl font-semibold">
        Page not found:{' '}
        <code className="font-mono text-base font-normal break-all text-ink-soft">{pathname}</code>
      </h1>
      <Link href={paths.root()} className={buttonClass({ variant: 'primary', size: 'large' })}>
        Back to dashboard
      </Link>
    </>
  )
}

import { useState } from 'react'

import { copyText } from '../../lib/browser/clipboard.ts'
import { reportException } from '../../lib/network/error-tracking.ts'
import { paths } from '../../lib/paths.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Wordmark } from '../../ui/Mark.tsx'
import { Notice } from '../../ui/Notice.tsx'

export type AppFallbackProps = {
  error: Error & { requestId?: string | undefined }
  onReset: () => void
  isDevelopment?: boolean
  /** Inside the frame, whose navigation still works. */
  isInFrame?: boolean
}

/** Shown when nothing else can be; SPEC.md section 2, "Error fallback page". */
export function AppFallback(props: AppFallbackProps) {
  if (props.isInFrame === true) return <Content {...props} />
  return (
    <main className="h-full overflow-y-auto bg-canvas">
      <Content {...props} />
    </main>
  )
}

function Content({ error, onReset, isDevelopment = false, isInFrame = false }: AppFallbackProps) {
  const [isCopied, setIsCopied] = useState(false)
  const [sid] = useState(() => reportException(error) ?? error.requestId)
  const support = supportPath(error, sid)
  const copy = () => void copyText(`${error.message}\n${error.stack ?? ''}`).then(setIsCopied)

  return (
    <div className="mx-auto flex max-w-[640px] flex-col gap-6 px-4 py-12 tablet:py-20">
      {!isInFrame && <Wordmark />}
      <h1 className="text-xl font-semibold">Sorry! An unexpected error occurred.</h1>
      <div className="flex items-start gap-3 rounded-card border border-line bg-surface p-3">
        <code className="min-w-0 flex-1 font-mono text-xs break-words whitespace-pre-wrap text-ink-soft">
          {error.message}
        </code>
        <Button size="small" onClick={copy}>
          {isCopied ? 'Copied' : 'Copy error'}
        </Button>
      </div>
      {sid !== undefined && <ErrorId id={sid} />}
      {isTranslated(error) && <TranslationNotice support={support} />}
      <Suggestions support={support} />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="large" onClick={isDevelopment ? onReset : reload}>
          {isDevelopment ? 'Return to dashboard' : 'Reload dashboard'}
        </Button>
        <a className={buttonClass({ size: 'large' })} href={support}>
          Contact support
        </a>
      </div>
    </div>
  )
}

/** The operator finds the exception in the log of the server by this id. */
const ErrorId = ({ id }: { id: string }) => (
  <p className="-mt-4 flex flex-wrap items-center gap-x-2 text-xs text-ink-faint">
    Error ID: <code className="font-mono break-all">{id}</code>
    <CopyButton isIcon size="small" text={id} label="Copy error ID" />
  </p>
)

const link = 'text-accent underline underline-offset-2'

const TranslationNotice = ({ support }: { support: string }) => (
  <Notice tone="warn" title="A translation tool or a browser extension may have changed this page">
    Turn it off for this site, then{' '}
    <a className={link} href={globalThis.location.href}>
      refresh the page
    </a>
    .{' '}
    <a className={link} href={support}>
      Still stuck?
    </a>
  </Notice>
)

function Suggestions({ support }: { support: string }) {
  return (
    <div className="flex flex-col gap-2">
      <h2 className="font-medium">Common solutions</h2>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-ink-soft">
        <li>
          <a className={link} href={globalThis.location.href}>
            Refresh the page
          </a>
        </li>
        <li>
          <a className={link} href={paths.logout()}>
            Sign out
          </a>{' '}
          and sign back in
        </li>
        <li>Clear your browser storage for this site</li>
        <li>Disable browser extensions that change pages</li>
        <li>
          <a className={link} href={support}>
            Contact support
          </a>{' '}
          when it keeps happening
        </li>
      </ul>
    </div>
  )
}

const reload = () => globalThis.location.reload()

/** The faults that page translators cause: they move nodes that React still owns. */
const isTranslated = (error: Error): boolean => /removeChild|insertBefore/u.test(error.message)

function supportPath(error: Error, sid: string | undefined): string {
  const { pathname } = globalThis.location
  return paths.support({
    category: 'dashboard_bug',
    ...(sid !== undefined && { sid }),
    subject: `Dashboard error on ${pathname}`,
    message: `Path name: ${pathname}\nError stack: ${(error.stack ?? error.message).slice(0, 2000)}`,
  })
}

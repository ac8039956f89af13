import type { ReactNode } from 'react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { Wordmark } from '../../ui/Mark.tsx'

/** A centred card: non-members see nothing of an organization. */
export function JoinLayout({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title)
  return (
    <main
      id="content"
      tabIndex={-1}
      className="flex h-full flex-col items-center overflow-y-auto bg-canvas px-4 py-6 outline-none tablet:py-10"
    >
      <div className="my-auto flex w-full max-w-[440px] flex-col gap-6">
        <Link href={paths.root()} aria-label="Basalt: start page" className="self-start">
          <Wordmark />
        </Link>
        <section className="flex flex-col gap-5 rounded-card border border-line bg-surface p-5 tablet:p-6">
          <h1 className="text-xl font-semibold tracking-[-0.01em] break-words">{title}</h1>
          {children}
        </section>
      </div>
    </main>
  )
}

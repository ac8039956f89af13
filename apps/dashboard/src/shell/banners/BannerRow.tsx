import { clsx } from 'clsx'
import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react'

import { Link } from '../../lib/Link.tsx'
import { storage } from '../../lib/storage.ts'
import { IconButton } from '../../ui/Button.tsx'
import type { Banner } from './banners.ts'

const looks = {
  info: { icon: Info, wash: 'bg-info-wash', ink: 'text-info' },
  warn: { icon: TriangleAlert, wash: 'bg-warn-wash', ink: 'text-warn' },
  bad: { icon: CircleAlert, wash: 'bg-bad-wash', ink: 'text-bad' },
} as const

/** Grows to its height instead of pushing the page down at once. */
export function BannerRow({ banner }: { banner: Banner }) {
  const { tone, title, message, link, dismisses } = banner
  const { icon: Icon, wash, ink } = looks[tone]
  return (
    <div className="grid animate-banner grid-rows-[1fr] motion-reduce:animate-none">
      <div className="min-h-0 overflow-hidden">
        <div
          role={tone === 'bad' ? 'alert' : 'status'}
          className={clsx('flex items-start gap-2.5 border-b border-line py-2 pr-2 pl-4', wash)}
        >
          <Icon className={clsx('mt-0.5', ink)} />
          <p className="min-w-0 flex-1 break-words">
            <span className="font-medium">{title}</span>{' '}
            {message !== undefined && <span className="text-ink-soft">{message}</span>}
          </p>
          {link !== undefined && <BannerLink link={link} />}
          {dismisses !== undefined && (
            <IconButton
              icon={X}
              size="small"
              label="Dismiss"
              className="-my-0.5"
              onClick={() => dismiss(dismisses)}
            />
          )}
        </div>
      </div>
    </div>
  )
}

const linkLook =
  'flex-none font-medium text-ink underline decoration-control underline-offset-2 hover:decoration-ink mr-2'

function BannerLink({ link: { label, href, isPlain } }: { link: NonNullable<Banner['link']> }) {
  return isPlain === true ? (
    <a href={href} target="_blank" rel="noreferrer" className={linkLook}>
      {label}
    </a>
  ) : (
    <Link href={href} className={linkLook}>
      {label}
    </Link>
  )
}

/** The button goes with its banner, so the focus goes on to the page. */
function dismiss(key: string) {
  storage.dismissedNotice(key).set(true)
  document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
}

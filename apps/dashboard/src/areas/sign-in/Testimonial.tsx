import { testimonials } from '@basalt/contract/testimonials'
import { useQuery } from '@tanstack/react-query'

import { query } from '../../lib/network/api.ts'
import { Badge } from '../../ui/Status.tsx'

/**
 * A quote about the install, over the artwork. It is absolutely positioned, so nothing moves when
 * it appears or fails to load.
 */
export function Testimonial() {
  const { data } = useQuery({ ...query(testimonials.list, { query: { limit: 1 } }), retry: false })
  const [one] = data ?? []
  if (one === undefined) return null
  const { text, url, handle, img_url, is_sample } = one

  return (
    <aside
      aria-label="Testimonial"
      className="absolute right-8 bottom-8 left-8 mx-auto max-w-[520px] animate-fade-in rounded-card border border-line bg-raised p-5 shadow-raised"
    >
      <figure className="flex flex-col gap-4">
        <blockquote className="text-base text-pretty">{text}</blockquote>
        <figcaption className="flex items-center gap-3">
          <img src={img_url} alt="" width={32} height={32} className="size-8 rounded-full" />
          {is_sample ? (
            <>
              <span className="min-w-0 flex-1 truncate text-ink-soft">{handle}</span>
              <Badge>Sample</Badge>
            </>
          ) : (
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="min-w-0 truncate text-accent underline decoration-accent/40 underline-offset-2"
            >
              {handle}
            </a>
          )}
        </figcaption>
      </figure>
    </aside>
  )
}

import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'
import { operatorRequests, operatorRequest, supportRequest } from './paths.ts'

export const support: Area = {
  pages: [
    page(paths.support, {
      guard: 'visitor',
      load: () => import('./SupportFormPage.tsx'),
    }),
    // Without accounts, requests are answered by email.
    page(paths.supportRequests, {
      guard: 'signed-in',
      needs: 'accounts',
      load: () => import('./SupportPage.tsx'),
      entries: [{ label: 'Support requests', position: 150, words: 'tickets help' }],
    }),
    page(supportRequest, {
      guard: 'signed-in',
      needs: 'accounts',
      load: () => import('./RequestPage.tsx'),
    }),
    page(operatorRequests, {
      guard: 'operator',
      load: () => import('./OperatorSupportPage.tsx'),
      entries: [
        {
          label: 'Support',
          detail: 'Operator',
          section: 'Operator',
          position: 164,
          words: 'requests tickets',
        },
      ],
    }),
    page(operatorRequest, {
      guard: 'operator',
      load: () => import('./OperatorRequestPage.tsx'),
    }),
  ],
}

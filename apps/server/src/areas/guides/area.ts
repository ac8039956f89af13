import { mountGuidePages } from '../../http/guide-pages.ts'
import type { Area } from '../../install/area.ts'
import { guidesPath, guideStylePath } from './guide-page.ts'
import { guideStyle } from './guide-style.ts'
import { createGuides } from './guides.ts'

export const guidesArea: Area = {
  name: 'guides',
  endpoints: () => [],
  mounts({ http }, { guidesDirectory }) {
    mountGuidePages(http, {
      path: guidesPath,
      answer: createGuides(guidesDirectory),
      style: guideStyle,
      stylePath: guideStylePath,
    })
  },
}

import { authFeatures } from './auth.ts'
import { dashboardFeatures } from './dashboard.ts'
import { databaseFeatures } from './database.ts'
import { edgeFunctionFeatures } from './edge-functions.ts'
import type { PlanFeature } from './plan-feature.ts'
import { realtimeFeatures } from './realtime.ts'
import { securityFeatures } from './security.ts'
import { storageFeatures } from './storage.ts'
import { supportFeatures } from './support.ts'

type PlanFeatureCategory = { id: string; title: string; features: readonly PlanFeature[] }

/** Features of the plans, by category. SPEC.md section 3, "Plan feature row". */
export const planFeatures = [
  { id: 'database', title: 'Database', features: databaseFeatures },
  { id: 'auth', title: 'Auth', features: authFeatures },
  { id: 'storage', title: 'Storage', features: storageFeatures },
  { id: 'edge_functions', title: 'Edge Functions', features: edgeFunctionFeatures },
  { id: 'realtime', title: 'Realtime', features: realtimeFeatures },
  { id: 'dashboard', title: 'Dashboard', features: dashboardFeatures },
  { id: 'security', title: 'Security and compliance', features: securityFeatures },
  { id: 'support', title: 'Support', features: supportFeatures },
] as const satisfies readonly PlanFeatureCategory[]

export type PlanFeatureKey = (typeof planFeatures)[number]['features'][number]['key']

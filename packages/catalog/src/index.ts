export { addons, logDrainUse } from './addons.ts'
export { clientLibraries } from './client-libraries.ts'
export { type DisableableFeature, disableableFeatures } from './disableable-features.ts'
export { graceDays, graceOverHours, paymentTermDays } from './billing-terms.ts'
export { type CloudProvider, cloudProviders } from './cloud-providers.ts'
export { type CompanySize, companySizes } from './company-sizes.ts'
export { type ComputeSizeId, computeSizeIds } from './compute-size-ids.ts'
export { type ComputeSize, computeSizes } from './compute-sizes.ts'
export { consentCategories, usageServices } from './consent-categories.ts'
export {
  type FeaturePreviewKey,
  featurePreviewKeys,
  featurePreviews,
  offeredPreviews,
  type ReleaseGate,
  releaseGateNames,
  releaseGates,
  isPreviewInPlan,
} from './feature-previews.ts'
export { type InstanceStatus, instanceStatuses, instanceTransitions } from './instance-statuses.ts'
export { distanceKm, type Location, nearestRegion } from './nearest-region.ts'
export {
  organizationKinds,
  type OrganizationPlan,
  organizationPlans,
} from './organizations/organizations.ts'
export { type Entitlement, entitlement } from './plan-features/entitlement.ts'
export type { PlanFeature, PlanFeatureValue } from './plan-features/plan-feature.ts'
export { type PlanFeatureKey, planFeatures } from './plan-features/plan-features.ts'
export { planLimits } from './plan-limits.ts'
export { plans } from './plans.ts'
export { planOfTier, type PlanTier, type PlanTierId, planTierIds, planTiers } from './plan-tiers.ts'
export { providerNames } from './provider-names.ts'
export { noticeKeys, notices } from './notices.ts'
export {
  defaultRegion,
  type RegionEntry,
  regionCodes,
  regionName,
  regions,
  listRegions,
} from './regions.ts'
export { planOfRoleKind, type RoleKind, roleKinds, listRoleKinds } from './role-kinds.ts'
export { changeTemplates } from './sql-templates/change-templates.ts'
export { reportTemplates } from './sql-templates/report-templates.ts'
export { sqlQuickstarts } from './sql-templates/sql-quickstarts.ts'
export type { SqlTemplate } from './sql-templates/sql-template.ts'
export { isOffered, type ServiceId, serviceIds } from './organizations/services.ts'
export { listSmartRegions } from './smart-regions.ts'
export {
  type AffectedService,
  affectedServices,
  supportCategories,
  type SupportCategoryId,
  supportSeverities,
  type SupportSeverityId,
} from './support.ts'
export {
  defaultSpendCap,
  isEffectOffered,
  type SpendEffect,
  spendEffects,
  spendLimits,
  getSpendLimits,
  type SpendStep,
} from './spend-limits.ts'
export { ownSchemas, protectedSchemas, systemSchemas } from './system-schemas.ts'
export {
  type UsageAggregation,
  type UsageMetric,
  type UsageMetricId,
  usageMetricIds,
  usageMetrics,
} from './usage-metrics.ts'

/** Refusals that concern companies, their settings and plans, each with its HTTP status. */
export const companyErrors = {
  ERR_COMPANY_EXPIRED: 401,
  ERR_COMPANY_OFF: 401,
  ERR_NO_SETTING_FOUND: 404,
  ERR_PLAN_FEATURE: 403,
  ERR_PLAN_IN_USE: 409,
  ERR_PLAN_LIMIT: 403,
  ERR_PLAN_NOT_FOUND: 400,
  ERR_PLATFORM_COMPANY: 403,
  ERR_STORAGE_LIMIT: 413,
} as const;

/** Hours of more years than anybody looks at in one number; the sum stays a matter of a moment. */
export const mostDashboardDays = 1_100;
/** A bar a day: more than a year of them nobody reads. */
export const mostChartDays = 366;

/** EventBridge rules that fire by the clock. */
export { readRate, type ScheduleOptions, startSchedule } from './schedule.ts';

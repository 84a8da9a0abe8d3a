export function FailedJobsPage() {
  return null
}

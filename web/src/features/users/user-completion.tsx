import classes from './user-completion.module.css'

/** Completion shows how much of a profile is complete. */
export function Completion({ percent }: { percent: number }) {
  return (
    <span className="row">
      <span className={classes.bar} role="progressbar" aria-label="Profile completion" aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
        <span style={{ width: `${percent}%` }} />
      </span>
      <span className={classes.percent} aria-hidden>
        {percent}%
      </span>
    </span>
  )
}

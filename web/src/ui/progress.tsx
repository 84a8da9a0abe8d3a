import classes from './progress.module.css'

/** Progress is a bar that shows how much of a task is done, from 0 to 1. */
export const Progress = ({ value, label }: { value: number; label: string }) => <progress className={classes.bar} value={value} aria-label={label} />

// The calendar is loaded as a separate file on the first use of a date field.
import './overlays.css'
import '@mantine/dates/styles.layer.css'

export { DateInput } from '@mantine/dates'

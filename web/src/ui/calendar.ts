// The calendar comes in a file of its own, on the first use of a date field.
import './overlays.css'
import '@mantine/dates/styles.layer.css'

export { DatePickerInput } from '@mantine/dates'

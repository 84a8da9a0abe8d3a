package history

// SetWindow sets the number of rows that are reversed at once.
func (u *Undoer) SetWindow(rows int) { u.window = rows }

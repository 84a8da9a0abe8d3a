package sheettest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
)

// File is a workbook that should not keep a server from working.
type File struct {
	Name    string
	Content []byte
}

// Hostile returns workbooks that are small and need much memory or time if they are read without limits, and damaged
// ones.
func Hostile() []File {
	return append(append(append(append(hostileTexts(), hostileCells()...), hostileXML()...), hostileParts()...),
		Damaged()...)
}

const (
	letters   = "abcdefghijklmnopqrstuvwxyz 0123456789"
	longText  = 200_000
	gigabyte  = 1 << 30
	megabyte  = 1 << 20
	manyParts = 12_000
)

func long(text string) string { return strings.Repeat(text, longText/len(text)) }

func hostileTexts() []File {
	texts := func(name, piece string, times int) File {
		return File{name, Workbook(Texts(piece, times), Sheet("", `<row><c t="s"><v>1</v></c></row>`, 300, ""))}
	}
	inOne := func(name, piece string, times int) File {
		part := Texts(piece, times)
		part.Head, part.Tail = part.Head+`<si>`, `</si>`+part.Tail
		return File{name, Workbook(part)}
	}
	return []File{
		texts("texts of 60 MB", `<si><t>`+long("n")+`</t></si>`, 300),
		texts("texts of 62 MB in short pieces", `<si><t>`+letters+`</t></si>`, 1_500_000),
		texts("texts of 200 MB", `<si><t>`+long(letters)+`</t></si>`, 1000),
		texts("texts of 1 GB", `<si><t>`+strings.Repeat(letters, 100)+`</t></si>`, gigabyte/3720),
		texts("15 million empty texts", `<si/>`, 15_000_000),
		texts("100 million empty texts", `<si/>`, 100_000_000),
		inOne("a text of 250,000 pieces", `<r><t>a</t></r>`, 250_000),
		inOne("a text of 20 million empty pieces", `<r><t/></r>`, 20_000_000),
		inOne("a text of 300 MB in pieces", `<r><t>`+long("n")+`</t></r>`, 1500),
		inOne("pronunciation of 900 MB", `<rPh><t>`+long("n")+`</t></rPh>`, 4500),
		texts("white space between texts", strings.Repeat(" ", longText), gigabyte/longText),
	}
}

func hostileCells() []File {
	sheet := func(name, begin, piece string, times int, end string) File {
		return File{name, Workbook(Sheet(begin, piece, times, end))}
	}
	const cell, endCell = `<row><c t="inlineStr"><is>`, `</is></c></row>`
	pieces := strings.Repeat(`<t>a</t>`, 25_000)
	long := func(column string, text string) string {
		return `<c r="` + column + `1" t="str"><v>` + text + `</v></c>`
	}
	return []File{
		sheet("a cell of 250,000 pieces", cell, `<r><t>a</t></r>`, 250_000, endCell),
		sheet("cells of 25,000 pieces", "", cell+pieces+endCell, 200, ""),
		sheet("a cell of 30 million empty pieces", cell, `<t/>`, 30_000_000, endCell),
		sheet("40 million empty rows", "", `<row/>`, 40_000_000, ""),
		sheet("60 million empty cells in a row", `<row>`, `<c/>`, 60_000_000, `</row>`),
		sheet("a million rows of 40 empty cells", "", `<row>`+strings.Repeat(`<c s="1"/>`, 40)+`</row>`, 1_000_000, ""),
		sheet("rows of 100,000 empty cells", "", `<row><c><v>1</v></c>`+strings.Repeat(`<c/>`, 100_000)+`</row>`, 200, ""),
		sheet("rows of 2 MB", "", `<row>`+strings.Repeat(`<c t="str"><v>`+strings.Repeat("n", 4000)+`</v></c>`, 500)+
			`</row>`, 400, ""),
		sheet("a row of 800 MB", `<row>`, long("A", strings.Repeat("n", longText)), 4000, `</row>`),
		sheet("one column many times", `<row>`, `<c r="A2"><v>1</v></c>`, 10_000_000, `</row>`),
		sheet("a long reference", `<row><c r="`+strings.Repeat("Z", longText)+`1"><v>1</v></c></row>`, "", 0, ""),
		sheet("column XFE", `<row><c r="XFE2"><v>1</v></c></row>`, "", 0, ""),
		sheet("row 2 147 483 647", `<row r="2147483647"><c><v>1</v></c></row><row><c><v>2</v></c></row>`, "", 0, ""),
		sheet("row -1", `<row r="-1"><c r="A-1" s="-1"><v>1</v></c></row>`, "", 0, ""),
		sheet("a number of 200,000 digits", `<row><c><v>`, "9", longText, `</v></c></row>`),
		sheet("numbers of 300 digits", "", `<row>`+strings.Repeat(`<c><v>1e308</v></c>`, 500)+`</row>`, 1000, ""),
		sheet("dates out of range", "", `<row><c s="1"><v>1e300</v></c><c s="1"><v>-1e300</v></c></row>`, 1000, ""),
		sheet("text 4 294 967 296", "", `<row><c t="s"><v>4294967296</v></c><c t="s"><v>-1</v></c></row>`, 1000, ""),
	}
}

func hostileXML() []File {
	sheet := func(name, begin, piece string, times int) File {
		return File{name, Workbook(Sheet(begin, piece, times, ""))}
	}
	attributes := func(n int) string {
		list := ""
		for i := range n {
			list += fmt.Sprintf(` a%d=""`, i)
		}
		return list
	}
	const begin, end = `<row><c t="str"><v>`, `</v></c></row>`
	return []File{
		sheet("a tag of 20,000 attributes", `<row`+attributes(20_000)+`/>`, "", 0),
		sheet("tags of 99 attributes", "", `<row`+attributes(99)+`/>`, 1_000_000),
		sheet("a long attribute", `<row r="`+strings.Repeat("1", 300_000)+`"/>`, "", 0),
		sheet("attributes of ampersands", "", `<row r="`+long("&")+`"/>`, 4000),
		sheet("texts of ampersands", "", begin+long("&")+end, 4000),
		sheet("references to characters", "", begin+long("&#x41;")+end, 4000),
		sheet("30 million processing instructions", "", `<?x?>`, 30_000_000),
		sheet("a comment", `<!-- `+strings.Repeat("-", longText)+` -->`, "", 0),
		sheet("CDATA", `<row><c t="str"><v><![CDATA[x]]></v></c></row>`, "", 0),
		sheet("40 million open tags", "", `<row>`, 40_000_000),
		sheet("40 million end tags", "", `</row>`, 40_000_000),
		sheet("white space between rows", "", strings.Repeat(" ", longText), gigabyte/longText),
		{"elements before the rows", Workbook(Part{
			Name: SheetPart, Head: `<worksheet>`, Piece: `<col min="1" max="2"/>`, Times: 20_000_000, Tail: `<sheetData/>`,
		})},
		{"entities in entities", Workbook(Part{
			Name: TextsPart, Head: `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>`,
		})},
		{"an external entity", Workbook(Part{
			Name: SheetPart, Head: `<!DOCTYPE x SYSTEM "http://localhost:1/x"><worksheet/>`,
		})},
		{"zero bytes", Workbook(Part{Name: SheetPart, Piece: "\x00", Times: gigabyte})},
	}
}

func hostileParts() []File {
	var many []Part
	for i := range manyParts {
		many = append(many, Part{Name: fmt.Sprintf("xl/%d", i)})
	}
	texts := Texts(`<si><t>`+long("n")+`</t></si>`, 300)
	styles := func(piece string, times int) []byte {
		return Workbook(Part{
			Name: StylesPart, Head: `<styleSheet><cellXfs>`, Piece: piece, Times: times, Tail: `</cellXfs></styleSheet>`,
		})
	}
	return []File{
		{"12,000 parts", Workbook(many...)},
		{"a part twice", Workbook(texts, texts)},
		{"20 million sheets", Workbook(Part{
			Name: BookPart, Head: `<workbook><sheets>`, Piece: `<sheet state="hidden"/>`, Times: 20_000_000,
		})},
		{"10 million relations", Workbook(Part{
			Name: RelsPart, Head: `<Relationships>`, Piece: `<Relationship Id="rId2" Target="x"/>`, Times: 10_000_000,
		})},
		{"5 million styles", styles(`<xf numFmtId="14"/>`, 5_000_000)},
		{"formats of 600 MB", styles(`<numFmt numFmtId="170" formatCode="`+long("\\d")+`"/>`, 3000)},
		{"the texts as a sheet", Workbook(Part{
			Name: RelsPart, Head: `<Relationships><Relationship Id="rId1" Target="sharedStrings.xml"/></Relationships>`,
		}, texts)},
		{"a sheet outside", Workbook(Part{
			Name: RelsPart, Head: `<Relationships><Relationship Id="rId1" Target="../../etc/passwd"/></Relationships>`,
		})},
		{"a workbook in a workbook", archive(Part{Name: "xl/book.xlsx", Head: string(Workbook())})},
	}
}

// Damaged returns archives that say something else than they contain.
func Damaged() []File {
	const endSize, entrySize = 22, 46
	good := Workbook(Texts(`<si><t>`+long("n")+`</t></si>`, 300))
	change := func(from int, bytes ...byte) []byte {
		file := append([]byte{}, good...)
		copy(file[from:], bytes)
		return file
	}
	end := len(good) - endSize
	directory := int(binary.LittleEndian.Uint32(good[end+16:]))
	entry := directory + bytes.LastIndex(good[directory:], []byte("PK\x01\x02"))
	var many []Part
	for i := range 25 * manyParts {
		many = append(many, Part{Name: fmt.Sprint(i)})
	}
	directories := archive(many...)
	copy(directories[len(directories)-6:], []byte{0xff, 0xff, 0xff, 0xff})
	return []File{
		{"a directory of 300,000 parts", directories},
		{"a directory of 4 GB", change(end+12, 0xff, 0xff, 0xff, 0xff)},
		{"a directory that begins at 0", change(end+16, 0, 0, 0, 0)},
		{"a directory for large archives", change(end+8, 0xff, 0xff, 0xff, 0xff)},
		{"a size that is too small", change(entry+24, 1, 0, 0, 0)},
		{"a size that is too large", change(entry+24, 0xff, 0xff, 0xff, 0x7f)},
		{"a wrong checksum", change(entry+16, 1, 2, 3, 4)},
		{"an unknown compression", change(entry+10, 99)},
		{"an encrypted part", change(entry+8, 1)},
		{"a part behind the end", change(entry+entrySize-4, 0xff, 0xff, 0xff, 0x7f)},
		{"half an archive", good[:len(good)/2]},
		{"random bytes in a part", change(60, []byte(long("\x07\x81"))[:len(good)/2]...)},
	}
}

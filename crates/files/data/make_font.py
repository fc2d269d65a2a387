#!/usr/bin/env python3
"""Makes release.ttf, the font that a released PDF carries a part of.

It is DejaVu Sans without hints, layout tables and names, cut down to the scripts below.

    apt-get install fonts-dejavu-core python3-fonttools
    python3 make_font.py /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf release.ttf
"""

import sys

from fontTools import subset

RANGES = [
    (0x0020, 0x007E),  # Latin
    (0x00A0, 0x024F),
    (0x02B0, 0x036F),  # accents
    (0x0370, 0x052F),  # Greek, Cyrillic
    (0x0531, 0x058A),  # Armenian
    (0x05B0, 0x05F4),  # Hebrew
    (0x0600, 0x06FF),  # Arabic
    (0x10D0, 0x10FC),  # Georgian
    (0x1E00, 0x1FFF),  # Latin and Greek with accents
    (0x2000, 0x23FF),  # punctuation, currencies, numbers, arrows, mathematics
    (0x2500, 0x25FF),  # lines, blocks, figures
    (0x2600, 0x27BF),  # symbols
    (0xFE70, 0xFEFC),  # Arabic forms
    (0xFFFD, 0xFFFD),
]


def main(source, target):
    options = subset.Options()
    options.hinting = False
    options.layout_features = []
    options.notdef_outline = True
    options.recommended_glyphs = False
    options.glyph_names = False
    options.name_IDs = []
    options.recalc_timestamp = False
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "MATH", "kern", "gasp", "name", "post", "OS/2", "FFTM"]
    font = subset.load_font(source, options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[code for first, last in RANGES for code in range(first, last + 1)])
    subsetter.subset(font)
    font.save(target)


if __name__ == "__main__":
    main(*sys.argv[1:3])

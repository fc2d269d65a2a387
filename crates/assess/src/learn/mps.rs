//! Programmes as text for solvers: free MPS, which CPLEX, Gurobi and HiGHS read.

use super::programme::Programme;
use std::io::{Result, Write};

/// Writes a programme in free MPS (fields apart by blanks, names without any), to be minimised. The coefficients are differences of the
/// records: the text is as confidential as the original file.
///
/// | name | what it is |
/// |---|---|
/// | `p_1`, … | the weight of column 1 in the weighted mean |
/// | `owa_1`, … | the weight of the greatest squared difference, and so on |
/// | `s_1_2`, … | the cell of the symmetric matrix in row 1 and column 2 |
/// | `mu_1_3`, … | the fuzzy measure of columns 1 and 3 together |
/// | `K_1`, … | 1 where record 1 is not linked |
/// | `link_1_2` | masked record 2 is farther from record 1 than its own |
/// | `sum`, `whole` | the weights sum to 1; all columns together have the measure 1 |
/// | `grow_1_3_by_2` | columns 1, 2 and 3 together have no less measure than 1 and 3 |
///
/// # Errors
/// If the sink fails.
pub fn export_mps(programme: &Programme, sink: &mut dyn Write) -> Result<()> {
    writeln!(sink, "NAME linkage\nROWS\n N lost")?;
    for row in &programme.rows {
        writeln!(sink, " {} {}", if row.is_equal { 'E' } else { 'G' }, row.name)?;
    }
    writeln!(sink, "COLUMNS")?;
    let by_column = by_column(programme);
    for (at, (column, cells)) in programme.columns.iter().zip(by_column).enumerate() {
        if at == programme.parameters {
            writeln!(sink, " MARKER 'MARKER' 'INTORG'")?;
        }
        if column.cost != 0.0 {
            writeln!(sink, " {} lost {}", column.name, Number(column.cost))?;
        }
        for (row, cell) in cells {
            writeln!(sink, " {} {} {}", column.name, programme.rows[row as usize].name, Number(cell))?;
        }
    }
    writeln!(sink, " MARKER 'MARKER' 'INTEND'\nRHS")?;
    for row in programme.rows.iter().filter(|row| row.right != 0.0) {
        writeln!(sink, " RHS {} {}", row.name, Number(row.right))?;
    }
    writeln!(sink, "BOUNDS")?;
    for (at, column) in programme.columns.iter().enumerate() {
        if at >= programme.parameters {
            writeln!(sink, " BV BND {}", column.name)?;
            continue;
        }
        if column.low != 0.0 {
            writeln!(sink, " LO BND {} {}", column.name, Number(column.low))?;
        }
        writeln!(sink, " UP BND {} {}", column.name, Number(column.high))?;
    }
    writeln!(sink, "ENDATA")
}

/// For every column its rows and their factors.
fn by_column(programme: &Programme) -> Vec<Vec<(u32, f64)>> {
    let mut columns = vec![Vec::new(); programme.columns()];
    for (row, cells) in programme.rows.iter().enumerate() {
        cells.cells.iter().for_each(|&(column, cell)| columns[column as usize].push((row as u32, cell)));
    }
    columns
}

/// A number with all its digits; very small and very great ones with an exponent.
struct Number(f64);

impl std::fmt::Display for Number {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0.abs() {
            size if size != 0.0 && !(1e-4..1e9).contains(&size) => write!(to, "{:e}", self.0),
            _ => write!(to, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::Family;
    use scumble_data::Rows;

    fn text(family: Family) -> String {
        // Squared differences: record 1 to its own (0.25, 1), to the other (1, 0); record 2 to its own (0, 4), to the other (0.25, 1).
        let original = Rows::new(2, vec![0.0, 0.0, 1.0, 2.0]);
        let masked = Rows::new(2, vec![0.5, 1.0, 1.0, 0.0]);
        let mut sink = Vec::new();
        export_mps(&Programme::new(family, &original, &masked, Programme::MARGIN).unwrap(), &mut sink).unwrap();
        String::from_utf8(sink).unwrap()
    }

    #[test]
    fn two_records_by_hand() {
        let expected = "NAME linkage
ROWS
 N lost
 G link_1_2
 G link_2_1
 E sum
COLUMNS
 p_1 link_1_2 0.75
 p_1 link_2_1 0.25
 p_1 sum 1
 p_2 link_1_2 -1
 p_2 link_2_1 -3
 p_2 sum 1
 MARKER 'MARKER' 'INTORG'
 K_1 lost 1
 K_1 link_1_2 1.0001
 K_2 lost 1
 K_2 link_2_1 3.0001
 MARKER 'MARKER' 'INTEND'
RHS
 RHS link_1_2 0.0001
 RHS link_2_1 0.0001
 RHS sum 1
BOUNDS
 UP BND p_1 1
 UP BND p_2 1
 BV BND K_1
 BV BND K_2
ENDATA
";
        assert_eq!(text(Family::WeightedMean), expected);
    }

    #[test]
    fn the_lines_of_other_families() {
        let has = |family, lines: &[&str]| {
            let text = text(family);
            lines.iter().for_each(|line| assert!(text.lines().any(|known| known == *line), "{line}\n{text}"));
        };
        // Differences of record 1: (-0.5, -1) to its own, (-1, 0) to the other; twice the product off the diagonal.
        has(
            Family::Bilinear,
            &[" s_1_1 link_1_2 0.75", " s_1_2 link_1_2 -1", " s_2_2 link_1_2 -1", " LO BND s_1_2 -1"],
        );
        has(Family::Bilinear, &[" K_1 link_1_2 2.7501", " UP BND s_1_2 1"]);
        // Sorted: (1, 0.25) and (1, 0).
        has(Family::Owa, &[" owa_2 link_1_2 -0.25", " K_1 link_1_2 0.2501", " E sum"]);
        // 0.25·μ(12) + 0.75·μ(2) to its own, 1·μ(1) to the other.
        has(Family::Choquet, &[" mu_1 link_1_2 1", " mu_2 link_1_2 -0.75", " mu_1_2 link_1_2 -0.25"]);
        has(Family::Choquet, &[" K_1 link_1_2 1.0001", " E whole", " G grow_1_by_2", " mu_2 grow_2_by_1 -1"]);
        assert!(!text(Family::Owa).contains("owa_1 link_1_2"));
    }

    #[test]
    fn numbers_keep_their_digits() {
        let written = |number: f64| Number(number).to_string();
        assert_eq!((written(1e-17), written(0.0), written(-2.5)), ("1e-17".into(), "0".into(), "-2.5".into()));
        assert_eq!(written(0.1 + 0.2).parse::<f64>().unwrap(), 0.1 + 0.2);
    }
}

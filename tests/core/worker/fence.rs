//! The fence around a file that a worker wrote.
use sprag_core::text::fence::{Remark, strip};

#[track_caller]
fn becomes(answer: &str, text: &str) {
    let stripped = strip(answer);
    assert_eq!((stripped.text.as_str(), stripped.remark), (text, None), "{answer:?}");
}

#[test]
fn the_fence_around_a_whole_answer_goes() {
    becomes("```python\nx = 1\n```", "x = 1\n");
    becomes("\n```\nx = 1\n\ny = 2\n```  \n\n", "x = 1\n\ny = 2\n");
    becomes("~~~~\nx\n~~~~", "x\n");
    becomes("```\n```", "");
}

#[test]
fn a_line_of_code_that_ends_in_the_fence_is_kept() {
    becomes("```py\nx = 1\ny = 2```", "x = 1\ny = 2\n");
    becomes("```py\ny = 2```", "y = 2\n");
}

#[test]
fn indentation_and_all_but_blank_lines_around_stay() {
    becomes("\n \n    def f():\n        pass\n\n", "    def f():\n        pass\n");
    becomes("```\n    def f():\n```", "    def f():\n");
    becomes("x  ", "x  \n");
    becomes("x\r\ny\r\n", "x\r\ny\r\n");
    becomes(" \n", "");
}

#[test]
fn fences_inside_stay() {
    becomes("```md\n# t\n```sh\nls\n```\nend\n```", "# t\n```sh\nls\n```\nend\n");
    becomes("````\n```\nx\n```\n````", "```\nx\n```\n");
    becomes("```markdown\n```\nbare\n```\n```", "```\nbare\n```\n");
    becomes(
        "x = 1\n```\nno fence at the beginning\n```\n",
        "x = 1\n```\nno fence at the beginning\n```\n",
    );
    // Marks of another kind close nothing.
    becomes("```py\n~~~\n```\n~~~\n```", "~~~\n```\n~~~\n");
}

#[test]
fn an_answer_of_several_blocks_stays_as_it_came_and_that_is_said() {
    for answer in [
        "```py\na = 1\n```\nand then\n```py\nb = 2\n```",
        // As many bare fences as two inner blocks would have.
        "```py\na = 1\n```\nand then\n```\nb = 2\n```",
        "```py\na = 1\n```\nThat is all.",
        "```py\na = 1\n",
        "```md\n```sh\nls\n```",
    ] {
        let stripped = strip(answer);
        assert_eq!(stripped.text.trim_end(), answer.trim_end());
        assert_eq!(stripped.remark, Some(Remark::Beside), "{answer:?}");
    }
    assert!(Remark::Beside.text().contains("left as it came"));
}

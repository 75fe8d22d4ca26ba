"""What a printer gets that is not a PDF of pages: pictures, Tabletop Simulator sheets, a PDF for the screen."""
